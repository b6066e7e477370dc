import fc from 'fast-check'

// Executed by vitest before each file: what fast-check draws is the same for each state of the repository, so that a run fails
// because of a change and not by chance. `npm run model` explores with other seeds.

fc.configureGlobal({ seed: 20_261_129 })
