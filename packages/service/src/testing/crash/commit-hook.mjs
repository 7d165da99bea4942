/**
 * Loaded before a service with a store. Every commit of a write is an operation, see crash-point.mjs: `before:N` kills
 * the process ahead of it, and `after:N` when the database has it and no caller knows. On PostgreSQL `sent:N` lies
 * between: the server has the request and has not answered.
 */
import Database from "libsql";
import pg from "pg";
import { crash, crashMoment } from "./crash-point.mjs";

const writing = new WeakSet();
const exec = Database.prototype.exec;
Database.prototype.exec = function (sql) {
  // Reads commit as well.
  if (sql === "begin immediate") writing.add(this);
  const moment = sql === "commit" && writing.delete(this) ? crashMoment() : undefined;
  if (moment === "before") crash();
  const result = exec.call(this, sql);
  if (moment !== undefined) crash();
  return result;
};

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (...args) {
  if (args[0] !== "commit") return query.apply(this, args);
  const moment = crashMoment();
  if (moment === "before") crash();
  const answered = query.apply(this, args);
  if (moment === "sent") crash();
  return moment === undefined ? answered : answered.then(crash);
};
