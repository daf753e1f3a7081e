// Before the first paint, so that a chosen theme never flashes the other one. A file, since inline scripts are refused.
try {
  const theme = localStorage.getItem('turnlog.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's theme is shown.
}
