"""An adapter program for a counter that keeps its total in .state/counter.json. Run: lines:python3 adapter.py"""
import json, pathlib, sys

def tools(workspace):
    file = pathlib.Path(workspace, ".state", "counter.json")
    read = lambda: json.loads(file.read_text())["total"] if file.exists() else 0
    def write(total):
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"total": total}))
        return {"total": total}
    def add(by):
        if by < 1:
            raise ValueError(f"by must be 1 or more, not {by}")
        return write(read() + by)
    return {"add": add, "read": lambda: {"total": read()}, "reset": lambda: write(0), "tick": lambda **_: write(read() + 1)}

for line in sys.stdin:
    say = json.loads(line)
    answer = {"id": say["id"], "result": None}
    if say["cmd"] == "hello":
        answer["result"] = {"name": "counter in Python", "surfaces": ["tools", "events"], "pool": True}
    elif say["cmd"] == "open":
        here = tools(say["workspace"])
    elif say["cmd"] in ("call", "emit"):
        try:
            answer["result"] = here[say.get("tool") or say["event"]](**say["params"])
        except ValueError as refused:
            answer = {"id": say["id"], "refusal": {"message": str(refused)}}
    print(json.dumps(answer), flush=True)
