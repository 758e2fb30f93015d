/**
 * Runs before the first paint, from its own small blocking file: marks the document with what the browser
 * remembers, so that styles show the right top bar and theme at once. It imports nothing, because a file
 * with imports would be a module and wait. A test keeps its storage keys and marks equal to the stores'.
 */
{
  const root = document.documentElement;
  root.dataset.session = 'out';
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const { authdata, userModel } = JSON.parse(localStorage.getItem('userData') ?? '{}');
    if (authdata && userModel.userId) {
      const role = userModel.userRole;
      root.dataset.role = role?.endsWith('Admin') ? 'admin' : role === 'kCreator' ? 'creator' : 'regular';
      root.style.setProperty('--first-name', JSON.stringify(userModel.firstName ?? 'Me'));
      root.dataset.session = 'in';
    }
  } catch {
    // Storage forbidden or its content not ours: a visitor in the system's theme.
  }
}
