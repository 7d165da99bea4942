/**
 * Keys that say how something looks. They are refused by name, since a plain "unknown property" would invite to add
 * them to the schema: appearance belongs to each harness.
 */
export const UI_HINT_KEYS: ReadonlySet<string> = new Set([
  "icon",
  "color",
  "bg_color",
  "sort_order",
  "display_order",
  "badge",
  "emoji",
  "avatar",
  "theme",
  "style",
  "priority_display",
  "ui_hint",
]);
