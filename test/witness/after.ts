export { printTally as default } from './tallyFolder';
