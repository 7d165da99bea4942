/** The log with one more read of a file, which has one line. All other lines stay as they are, also broken ones. */
export function countRead(text, path, last_agent, now) {
  const lines = text.split("\n").filter((line) => line !== "");
  const isOwn = (line) => recordOf(line)?.path === path;
  const old = recordOf(lines.findLast(isOwn));
  const access_count = (old?.access_count ?? 0) + 1;
  const line = JSON.stringify({ ...old, path, last_accessed_ts: now, access_count, last_agent });
  const place = lines.findIndex(isOwn);
  const first = place === -1 ? lines.length : place;
  const changed = [...lines.slice(0, first), line, ...lines.slice(first + 1).filter((each) => !isOwn(each))];
  return changed.map((each) => `${each}\n`).join("");
}

function recordOf(line) {
  try {
    const record = JSON.parse(line);
    return typeof record?.path === "string" ? record : undefined;
  } catch {
    return undefined;
  }
}
