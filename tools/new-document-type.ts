/** Who may have goods for a time: a unit, a supplier, or a person of a unit. */
export type HolderMaster = 'picking-unit' | 'supplier' | 'requester'

/** What is particular about a document whose goods go away and come back. */
export interface Away {
  /** The code of the place: `at-calibration`. */
  place: string
  /** Its names if the place is new. */
  newPlace?: { zh: string; en: string }
  /** The header field that names who has the goods there: `institute`. */
  holder: string
  holderZh: string
  holderEn: string
  /** The master of which the holder is one; undefined if the name is entered freely. */
  holderMaster?: HolderMaster
  /** What sending and coming back are called: 送检, Send for calibration; 检回, Return from calibration. */
  sendZh: string
  sendEn: string
  backZh: string
  backEn: string
  /** The states after them: Sent for calibration; Returned from calibration. */
  sentEn: string
  returnedEn: string
}

/** A page besides the first, and its titles and role if the catalogue does not have it. */
export interface FurtherPage {
  path: string
  kind: 'create' | 'maintain' | 'step' | 'query'
  newPage?: { zh: string; en: string; role: string; group: string }
}

/** A page of the document of losses. */
export interface LossPage {
  path: string
  zh: string
  en: string
  role: string
}

/** The document about what does not come back of goods that go away. */
export interface Loss {
  name: string
  identifier: string
  zh: string
  en: string
  prefix: string
  pages: Readonly<
    Record<'create' | 'maintain' | 'approval' | 'posting' | 'reversal' | 'search', LossPage>
  >
}

/** The names of a new document type in all the forms its files need. */
export interface NewDocument {
  area: string
  /** Its names if the area is new. */
  newArea?: { zh: string; en: string }
  /** As in paths and calls: `tool-loan`. */
  name: string
  /** As an identifier: `toolLoan`. */
  identifier: string
  zh: string
  en: string
  /** A short description. */
  about: string
  prefix: string
  /** Path of its first page. */
  page: string
  /** Titles and role if the page is new; those of its group if it is new too. */
  newPage?: {
    zh: string
    en: string
    role: string
    group: string
    newGroup?: { zh: string; en: string; role: string }
  }
  furtherPages: readonly FurtherPage[]
  /** The page with amounts whose role shows those of the document, if it has any. */
  amounts?: { path: string; zh: string; en: string; role: string }
  /** The job that creates it, as in `jobs.ts`. */
  job: string
  /** Its name and tasks if the job is new. */
  newJob?: { zh: string; tasks: string }
  /** If its goods go away and come back. */
  away?: Away
  /** If some of them may come back damaged, or not at all. */
  loss?: Loss
}
