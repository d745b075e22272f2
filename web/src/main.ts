import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { follow } from './lib/router.svelte';
import { dress, watchSystem } from './lib/settings.svelte';
import { speak, wanted } from './lib/texts.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

watchSystem();
dress();
follow();
await speak(wanted());
mount(App, { target });
