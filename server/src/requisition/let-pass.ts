import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { Refusal } from '@kufang/kernel/refusal.ts'
import type { Session } from '../platform/session/session.ts'

/** What letting goods pass needs of the document that they leave with. */
interface Passing {
  document: { docNo: string; gatePassedAt: string | null; gatePassedByName: string | null }
  session: Session
  now: Date
  refuse: (code: 'gate-pass-used', params: Record<string, string>) => Refusal
  setHeader: (header: { gatePassedAt: string; gatePassedByName: string }) => void
}

/** The guard lets goods pass, once: of two guards with the same pass the second one is refused. */
export function letPass({ document, session, now, refuse, setHeader }: Passing): void {
  if (document.gatePassedAt !== null)
    throw refuse('gate-pass-used', {
      no: document.docNo,
      user: document.gatePassedByName ?? '',
      at: companyMoment(document.gatePassedAt),
    })
  setHeader({ gatePassedAt: now.toISOString(), gatePassedByName: session.userName })
}
