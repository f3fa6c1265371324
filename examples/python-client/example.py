import json
import os

from dragoman import Dragoman, DragomanError

dragoman = Dragoman(os.environ.get("SERVER_URL", "http://127.0.0.1:8420"), os.environ["API_KEY"])

timers = {
    "signature": "timers-v1",
    "name": "Timers",
    "tools": [
        {
            "name": "set_timer",
            "description": "Set a timer",
            "parameters": {
                "type": "object",
                "required": ["duration_minutes"],
                "properties": {
                    "duration_minutes": {"type": "number", "description": "How long it runs, in minutes"},
                    "label": {"type": "string", "description": "What the timer is for"},
                },
            },
        }
    ],
}

try:
    dragoman.request("POST", "/v1/toolsets", timers)
except DragomanError as refused:
    # Registered by an earlier run.
    if refused.code != "conflict":
        raise

for query in ["Set a timer for two and a half hours", "Set a timer", "How are you?"]:
    tool, parameters, missing = dragoman.resolve(query, ["timers-v1"])
    print(f"{query} → {tool} {json.dumps(parameters)}")
    if missing:
        print(f"  still to be asked for: {', '.join(missing)}")
