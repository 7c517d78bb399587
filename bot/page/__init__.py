"""The web page around the conversation: its files, its addresses, who may reach them."""
