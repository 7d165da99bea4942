"""The three task tools of the core contract in plain Python, for Linux and macOS.

Run: npx nexus-conformance run --profile tools --adapter "lines:python3 tasks.py"
"""
import contextlib, fcntl, json, os, stat, sys
from datetime import datetime, timezone

STATUSES = ("pending", "in_progress", "completed")
TEXT, TEXTS, ID, IDS = "a text", "a list of texts", "an id", "a list of ids"
TASK_FIELDS = {
    "approach": TEXT, "acceptance": TEXT, "risk": TEXT, "plan_issue": ID, "owner": TEXT, "owner_agent_id": TEXT,
    "owner_reuse_policy": ("fresh", "resume_if_same_artifact", "resume"), "target_files": TEXTS,
}
PARAMS = {
    "task_add": {"title": TEXT, "context": TEXT, "goal": TEXT, "decisions": TEXTS, "deps": IDS, **TASK_FIELDS},
    "task_list": {},
    "task_update": {"id": ID, "status": STATUSES},
}
REQUIRED = {"task_add": ("title", "context"), "task_list": (), "task_update": ("id", "status")}


class Refused(Exception):
    """What was asked cannot be done. Its text is the answer, and nothing was changed."""


def is_id(value):
    return type(value) is int and value >= 1


def fits(value, form):
    if isinstance(form, tuple):
        return value in form if isinstance(value, str) else False
    if form in (TEXTS, IDS):
        return isinstance(value, list) and all(fits(item, TEXT if form == TEXTS else ID) for item in value)
    return isinstance(value, str) if form == TEXT else is_id(value)


def check(tool, params):
    forms = PARAMS[tool]
    for name in params:
        if name not in forms:
            raise Refused(f"{tool} has no parameter {name}")
        if not fits(params[name], forms[name]):
            form = forms[name]
            raise Refused(f"{name} must be {form if isinstance(form, str) else 'one of ' + ', '.join(form)}")
    for name in REQUIRED[tool]:
        if params.get(name) in (None, ""):
            raise Refused(f"{name} is missing or empty")


@contextlib.contextmanager
def state_folder(root, make):
    """A descriptor of .nexus/state, or None. Links are not followed, because they may lead out of the project."""
    here = os.open(root, os.O_DIRECTORY)
    try:
        for part in (".nexus", "state"):
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, dir_fd=here)
            try:
                below = os.open(part, os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            except FileNotFoundError:
                below = None
            except OSError:
                raise Refused(f"{part} is a link or no folder, so nothing below it is used") from None
            os.close(here)
            here = below
            if here is None:
                break
        if here is not None:
            # Whoever changes the file holds this lock, so no two calls read the same state.
            fcntl.flock(here, fcntl.LOCK_EX)
        yield here
    finally:
        if here is not None:
            os.close(here)


def read(folder):
    """The task list as it is stored, or None where there is none."""
    try:
        # A pipe would block without O_NONBLOCK.
        file = os.open("tasks.json", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except FileNotFoundError:
        return None
    except OSError:
        raise Refused("tasks.json is a link or cannot be read") from None
    with os.fdopen(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise Refused("tasks.json is not a file")
        content = opened.read(16 * 2**20)
    if content == b"":
        return None
    try:
        stored = json.loads(content)
    except ValueError:
        raise Refused("tasks.json is not valid JSON. Repair it or move it away") from None
    tasks = stored.get("tasks", []) if isinstance(stored, dict) else None
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise Refused("tasks.json does not have the form of a task list. Repair it or move it away")
    return stored


def write(folder, stored):
    """Replaces the file as a whole: after a crash it is the old or the new one."""
    content = json.dumps({"goal": "", "decisions": [], "tasks": [], **stored}, indent=2) + "\n"
    name = f"tasks.json.{os.getpid()}.new"
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666, dir_fd=folder)
    with os.fdopen(file, "w", encoding="ascii") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(file)
    os.replace(name, "tasks.json", src_dir_fd=folder, dst_dir_fd=folder)


def number(value):
    """Older versions wrote ids as text."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def shown(task):
    """A task in today's form."""
    deps = [number(dep) for dep in task.get("deps") or []]
    return {**task, "id": number(task.get("id")), "status": task.get("status", "pending"), "deps": deps}


def task_add(folder, goal=None, decisions=(), deps=(), **fields):
    stored = read(folder) or {}
    tasks = stored.get("tasks", [])
    new_id = 1 + max([task["id"] for task in map(shown, tasks) if is_id(task["id"])], default=0)
    late = [dep for dep in deps if dep >= new_id]
    if late:
        raise Refused(f"deps names {late[0]}, but the new task gets the id {new_id} and can only wait for earlier ones")
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    task = {"id": new_id, "status": "pending", **fields, "deps": list(deps), "created_at": now}
    changed = {**stored, "decisions": [*stored.get("decisions", []), *decisions], "tasks": [*tasks, task]}
    write(folder, changed if goal is None else {**changed, "goal": goal})
    return {"task": task}


def task_list(folder):
    stored = None if folder is None else read(folder)
    if stored is None:
        return {"exists": False}
    tasks = [shown(task) for task in stored.get("tasks", [])]
    count = {status: sum(task["status"] == status for task in tasks) for status in STATUSES}
    done = {task["id"] for task in tasks if task["status"] == "completed"}
    ready = [task["id"] for task in tasks if task["status"] == "pending" and done.issuperset(task["deps"])]
    summary = {"total": len(tasks), "completed": count["completed"], "pending": count["pending"]}
    summary |= {"blocked": count["in_progress"], "ready": ready}
    return {"exists": True, "goal": stored.get("goal", ""), "tasks": tasks, "summary": summary}


def task_update(folder, id, status):
    stored = None if folder is None else read(folder)
    if stored is None:
        raise Refused("tasks.json not found")
    task = next((task for task in stored.get("tasks", []) if number(task.get("id")) == id), None)
    if task is None:
        raise Refused(f"Task id {id} not found")
    task["status"] = status
    write(folder, stored)
    return {"task": shown(task)}


def call(workspace, tool, params):
    check(tool, params)
    with state_folder(workspace, make=tool == "task_add") as folder:
        return {"task_add": task_add, "task_list": task_list, "task_update": task_update}[tool](folder, **params)


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"], "result": None}
    if asked["cmd"] == "hello":
        answer["result"] = {"name": "tasks in Python", "tools": list(PARAMS), "surfaces": ["tools", "process"], "pool": True}
    elif asked["cmd"] == "open":
        workspace = asked["workspace"]
    elif asked["cmd"] == "call":
        try:
            answer["result"] = call(workspace, asked["tool"], asked["params"])
        except Refused as refused:
            answer = {"id": asked["id"], "refusal": {"message": str(refused)}}
    print(json.dumps(answer), flush=True)
