"""What follows the networks: each rule finds the blocks of a page that go, or that come back, and says why.

They see the page (`inputs.reading.View`) and what is kept of it, and change nothing; `News` asks them in turn.
"""
