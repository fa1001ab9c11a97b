/** Runs before the first paint, so that the page never flashes in the other theme. */
try {
  const theme = localStorage.getItem('forge-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
