import openReference from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () =>
  root.classList.toggle('dark-mode', root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
showTheme();
system.addEventListener('change', showTheme);

const domNode = document.getElementById('reference');
if (domNode) {
  // The document is this server's own: nothing of another host's is asked.
  openReference({ url: '/api/openapi.json', domNode, deepLinking: true, docExpansion: 'list', validatorUrl: null });
}
