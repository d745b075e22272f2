import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { inside } from './lib/root';
import { follow, pageOf } from './lib/router.svelte';
import { dress, watchSystem } from './lib/settings.svelte';
import { speak, wanted } from './lib/texts.svelte';
import { fetchAhead } from './pages';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

watchSystem();
dress();
follow();
fetchAhead(pageOf(inside(location.pathname)));
try {
  await speak(wanted());
  mount(App, { target });
} catch (wrong) {
  console.error(wrong);
  target.textContent = 'The page could not be fetched whole. Check the connection, and load it again.'; // no texts, no t()
}
