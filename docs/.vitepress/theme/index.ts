// With the fonts of the reader's system: nothing to load, and nothing that jumps.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
