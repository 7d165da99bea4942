import { expect, test } from "vitest";
import { isRawError } from "./raw-error.js";

test.each([
  "ENOENT: no such file or directory, open '.state/counter.json'",
  "Error: EISDIR: illegal operation on a directory, read",
  "Cannot read properties of undefined (reading 'total')",
  "TypeError: tasks is not iterable",
  "Unexpected end of JSON input",
  "Expected ',' or '}' after property value in JSON at position 12",
  "not found\n    at add (/home/me/harness.js:3:9)",
  "[Errno 2] No such file or directory: '.state/counter.json'",
  "FileNotFoundError: [Errno 2] No such file or directory: 'x'",
  "'NoneType' object is not subscriptable",
  "Expecting value: line 1 column 1 (char 0)",
  "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
  "Unterminated string starting at: line 1 column 9 (char 8)",
  "Extra data: line 2 column 1 (char 3)",
  "'int' object is not iterable",
  "'str' object has no attribute 'get'",
  "list indices must be integers or slices, not str",
  "'<' not supported between instances of 'str' and 'int'",
  "invalid literal for int() with base 10: 'x'",
  'Traceback (most recent call last):\n  File "harness.py", line 3, in add',
  "No such file or directory (os error 2)",
  "thread 'main' panicked at src/main.rs:3:5:",
])("a raw error of a language or a system: %j", (text) => {
  expect(isRawError(text)).toBe(true);
});

test.each([
  "TypeError: title must be a string",
  "title must be a string",
  "ERROR: by must be 1 or more",
  "EMPTY: the title is empty",
  ".state/counter.json is malformed: Unexpected token 'x'",
  "no such file or directory: notes",
  "'title' is missing",
  "task_add() missing 1 required positional argument: 'title'",
  "tasks.json: Extra data: line 2 column 1 (char 3)",
  "",
])("a refusal in the words of the implementation: %j", (text) => {
  expect(isRawError(text)).toBe(false);
});
