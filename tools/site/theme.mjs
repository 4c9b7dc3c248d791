/** The theme of VitePress as it is, but for widths: what a command prints has lines of 100 characters. */
import theme from 'vitepress/theme';
import './style.css';

export default theme;
