"""What a collection knows, looked up for new pages: templates, wrappers, memories."""
