/** Runs before the page is drawn, so that it never shows the other colours first. */
try {
  const theme = localStorage.getItem('forge-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
