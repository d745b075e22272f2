"""The server's yardstick: a bare WebSocket echo with FastAPI and Uvicorn, configured as the server is."""

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from gambero.server.run import Server as Running
from gambero.server.run import bound
from gambero.server.settings import Settings

app = FastAPI()


@app.websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


def main() -> None:
    settings = Settings(port=0, connections=0)
    listening = bound(settings)
    print(f"echo at http://localhost:{listening.getsockname()[1]} ", flush=True)
    Running(app, settings, lambda: None).run(sockets=[listening])


if __name__ == "__main__":
    main()
