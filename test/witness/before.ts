export { makeTallyFolder as default } from './tallyFolder';
