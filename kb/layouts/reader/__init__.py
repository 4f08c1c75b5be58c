"""The one reader of pages whose layout nobody told it."""
