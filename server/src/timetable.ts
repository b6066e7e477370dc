/** The job that records the figures of closed months. */
export const figuresJob = 'recordFigures'

/**
 * The timetable as graphile-worker crontab lines, in UTC; one of several processes runs each job. The synchronisation
 * is repeated soon, so it has one attempt and missed runs are skipped; months end at 16:00 UTC, and load is low from
 * 18:00 on.
 */
export const backgroundTimetable: readonly string[] = [
  '20 18 * * * cleanUp',
  '40 * * * * cleanUploads ?max=3',
  '15 18 * * * lapseDrafts ?fill=12h&max=3',
  // The company's day begins at 16:00 UTC.
  '*/5 * * * * applyRuleChanges ?max=1&jobKey=applyRuleChanges&jobKeyMode=preserve_run_at',
  // In the morning, when somebody can replace them.
  '0 1 * * * warnOfTokenEnds ?fill=12h&max=3',
  '*/10 * * * * remindOfOverdue ?max=1&jobKey=remindOfOverdue&jobKeyMode=preserve_run_at',
  '* * * * * linkAudit ?max=1&queue=audit&jobKey=linkAudit&jobKeyMode=preserve_run_at',
  '50 18 * * * verifyAudit ?max=1&queue=audit',
  '* * * * * synchroniseMirrors ?max=1&queue=synchronisation&jobKey=synchroniseMirrors&jobKeyMode=preserve_run_at',
  '20 16 * * * takeMonthlySnapshots ?fill=2d&max=5&queue=ledger',
  `25 16 * * * ${figuresJob} ?fill=2d&max=5&queue=ledger`,
  '30 16 * * * watchMissingPapers ?fill=2d&max=5&queue=ledger',
  // Contracts end with the company's day.
  '5 16 * * * watchContracts ?fill=12h&max=3',
  // The company's day began an hour ago, and orders are read every few minutes.
  '0 17 * * * keepOverdueRecords ?fill=12h&max=3&queue=overdue',
  '*/10 * * * * followOverdueRecords ?max=1&queue=overdue&jobKey=followOverdueRecords&jobKeyMode=preserve_run_at',
  '10 17 * * * keepPreservationTasks ?fill=12h&max=3&queue=preservation',
  // New and changed materials only.
  '40 17 * * * findMaterialPairs ?fill=12h&max=3',
  // The day of freezes for work orders ends at 16:00 UTC.
  '*/10 * * * * expireFreezes ?max=1&queue=freezes&jobKey=expireFreezes&jobKeyMode=preserve_run_at',
  // In the morning, when somebody can freeze what has expired.
  '5 0 * * * proposeExpired ?fill=12h&max=3',
  // The day on which goods are needed ends at 16:00 UTC.
  '10 16 * * * expireSharing ?fill=12h&max=3',
  '*/5 * * * * revalueRecordedMonths ?max=1&queue=ledger&jobKey=revalueRecordedMonths&jobKeyMode=preserve_run_at',
  '10 18 * * * proveStock ?fill=12h&max=3&queue=ledger',
]
