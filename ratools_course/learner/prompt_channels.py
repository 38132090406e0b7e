"""JupyterLab's line to the kernel, without the pause of 40 ms that TCP makes between two short messages.

`python3 course.py lab` asks JupyterLab for this class. A widget's answer is the second of several short messages; by
default the system holds it back until the browser has acknowledged the first one, which takes it 40 ms.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptChannels(ZMQChannelsWebsocketConnection):
    """The connection of a page to its kernel, with every message sent at once."""

    def connect(self):
        """Connect as usual, and turn the waiting off."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
