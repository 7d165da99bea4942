/**
 * Loaded before the service in the processes of the crash campaign. THREAD_CRASH says at which commit the process is
 * killed: `before:3` ahead of the third, `after:3` when the database has it and nobody has been told. On PostgreSQL
 * `sent:3` lies between: the server has been asked, and has not answered. A kill cannot be caught.
 */
import Database from "libsql";
import pg from "pg";

const [moment, number] = (process.env["THREAD_CRASH"] ?? "").split(":");
let commits = 0;

const writing = new WeakSet();
const exec = Database.prototype.exec;
Database.prototype.exec = function (sql) {
  // What only reads is committed too.
  if (sql === "begin immediate") writing.add(this);
  const isIt = sql === "commit" && writing.delete(this) && isTheOne();
  if (isIt && moment === "before") kill();
  const result = exec.call(this, sql);
  if (isIt) kill();
  return result;
};

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (...args) {
  if (args[0] !== "commit") return query.apply(this, args);
  const isIt = isTheOne();
  if (isIt && moment === "before") kill();
  const answered = query.apply(this, args);
  if (isIt && moment === "sent") kill();
  return isIt ? answered.then(kill) : answered;
};

function isTheOne() {
  commits += 1;
  return commits === Number(number);
}

function kill() {
  process.kill(process.pid, "SIGKILL");
}
