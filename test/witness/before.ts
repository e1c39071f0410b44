// What Jest does before the first test: make the folder for the counts.

export { makeTallyFolder as default } from './tallyFolder';
