const NAME = /^[a-z][a-z0-9-]*$/;

export function entryOf(tracker, id) {
  return id === undefined ? undefined : tracker.find(({ agent_id }) => agent_id === id);
}

/** A first entry, with what is known. A name that a tracker cannot hold is left out. */
export function newEntry(harness_id, { agent_id, agent_name = "" }, started_at) {
  const name = NAME.test(agent_name) ? { agent_name } : {};
  return { harness_id, ...name, agent_id, started_at, resume_count: 0, status: "running" };
}

export function resumed({ stopped_at: _, ...entry }, now) {
  return { ...entry, last_resumed_at: now, resume_count: (entry.resume_count ?? 0) + 1, status: "running" };
}

/** The tracker with this entry: in the place of the agent's old one, or behind all others. */
export function withEntry(tracker, entry) {
  const old = entryOf(tracker, entry.agent_id);
  return old === undefined ? [...tracker, entry] : tracker.map((each) => (each === old ? entry : each));
}

export function together(...lists) {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}
