/** What every page does: the button that changes between light and dark. It stores nothing. */
export const PAGE_SCRIPT = `
'use strict';
(function () {
  const theme = document.getElementById('theme'), root = document.documentElement;
  theme.hidden = false;
  theme.addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
})();
`;
