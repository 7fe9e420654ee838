import './styles/index.css';
import { app } from './views/app';
import { restore } from './state/jobs';
import { followAddress } from './state/selection';
import { lookAtServer } from './state/server';
import { language, theme } from './state/settings';
import { effect } from './state/signal';
import { switcher } from './views/switcher';

effect(() => {
  document.documentElement.lang = language.get() === 'zh' ? 'zh-CN' : 'en';
});
effect(() => {
  const chosen = theme.get();
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});

restore();
followAddress();
void lookAtServer();
switcher(document.body, () => language.get(), app);
