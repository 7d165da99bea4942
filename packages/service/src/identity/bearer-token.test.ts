import { expect, test } from "vitest";
import { bearerToken } from "./bearer-token.js";

test.each<[string | readonly string[] | undefined, string | undefined]>([
  ["Bearer a.b.c", "a.b.c"],
  ["bearer   a.b.c ", "a.b.c"],
  ["Bearer a b", "a b"],
  ["Bearer ", undefined],
  ["Basic YTpi", undefined],
  [["Bearer a", "Bearer b"], undefined],
  [undefined, undefined],
])("the token of Authorization: %j is %j", (authorization, token) => {
  expect(bearerToken({ meta: undefined, headers: { authorization } })).toBe(token);
});
