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
  openReference({
    url: '/api/openapi.json',
    domNode,
    docExpansion: 'list',
    validatorUrl: null,
    // There is this server alone to ask.
    plugins: [{ components: { ServersContainer: () => null } }],
  });
}
