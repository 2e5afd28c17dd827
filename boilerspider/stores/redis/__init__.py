"""The store in Redis: any number of machines, acts that give way to one another."""
