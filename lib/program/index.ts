/** Other programs that work is given to: each run has a folder of its own, and neither the folder nor the program outlives this process. */
export { endedWithUs } from './ended-with-us';
export { inHome, inHomeApart, type HomeOf } from './home';
