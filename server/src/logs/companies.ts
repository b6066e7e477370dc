import type { Session } from '../platform/session/session.ts'

/** What belongs to no company (users, configuration, tests of an interface) is for administrators. */
export const companiesOfLogs = (session: Session): readonly string[] =>
  session.isAdmin ? ['', ...session.scope.companyCodes] : session.scope.companyCodes
