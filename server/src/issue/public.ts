export { provideDistribution, type DistributionOfIssues } from './distribution-of-issues.ts'
