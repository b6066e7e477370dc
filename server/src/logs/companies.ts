import type { Session } from '../platform/session/session.ts'

/** Entries without a company (users, configuration, interface tests) are visible to administrators only. */
export const companiesOfLogs = (session: Session): readonly string[] =>
  session.isAdmin ? ['', ...session.scope.companyCodes] : session.scope.companyCodes
