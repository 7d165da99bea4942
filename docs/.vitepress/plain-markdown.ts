import type { MarkdownRenderer } from "vitepress";

/** Characters. A longer name may break behind a point, slash, dash or underscore, so that it fits on a phone. */
const LONG = 16;

/**
 * Shows what a page says, as GitHub does: angle brackets are no components and double braces are no expressions.
 * Comments and anchors are the only HTML on our pages.
 */
export function plainMarkdown(md: MarkdownRenderer): void {
  const { escapeHtml } = md.utils;
  const html = (content: string) =>
    /^(?:<!--[\s\S]*-->|<a id="[\w.-]+">|<\/a>|<br>)\s*$/u.test(content)
      ? content.replace(/<!--[\s\S]*-->/u, "")
      : escapeHtml(content);
  md.renderer.rules.html_block = (tokens, index) => html(tokens[index]?.content ?? "");
  md.renderer.rules.html_inline = (tokens, index) => html(tokens[index]?.content ?? "");
  md.renderer.rules.code_inline = (tokens, index) => {
    const text = escapeHtml(tokens[index]?.content ?? "");
    return `<code v-pre>${text.length > LONG ? text.replaceAll(/[_./-](?=\w)/gu, "$&<wbr>") : text}</code>`;
  };
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env: { isSearched?: boolean }, self) =>
    env.isSearched === true && tokens[index]?.info === "text" ? "" : (fence?.(tokens, index, options, env, self) ?? "");
  md.renderer.rules.text = (tokens, index) => escapeHtml(tokens[index]?.content ?? "").replaceAll("{{", "&#123;&#123;");
}
