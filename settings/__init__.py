"""The profiles of boilerspider's own project; scrapy.cfg names them."""
