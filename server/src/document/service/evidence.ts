import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import {
  attachmentKindOf,
  isSignatureRequired,
  type EvidenceInput,
  type EvidenceKind,
  type SignatureRule,
} from '@kufang/contract/document/evidence.ts'
import { refuse as refuseBy } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { addAttachment } from '../../platform/files/attachments.ts'
import { openFileStore, type StoredFile } from '../../platform/files/file-store.ts'
import { openUploads } from '../../platform/files/uploads.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Settings } from '../../platform/settings.ts'
import { readParameter } from '../../system/public.ts'
import type { DocumentHeader } from '../storage/document.ts'

/** A stored picture that an act is to keep. */
export interface Evidence extends StoredFile {
  kind: EvidenceKind
  fileName: string
}

/**
 * Stores uploaded pictures before the act begins, because no transaction waits for the file store. Each person has only
 * the own uploads (`not-found`). A repeated request stores the same content again, which is one file.
 */
export async function keepEvidence(
  database: Database,
  settings: Settings,
  session: Session,
  wanted: readonly EvidenceInput[] = [],
): Promise<Evidence[]> {
  if (wanted.length === 0) return []
  const store = openFileStore(settings, 'files')
  const uploads = openUploads(settings)
  const kept: Evidence[] = []
  for (const { uploadId, kind } of wanted)
    kept.push({ ...(await uploads.keep(database, session, uploadId, store.keyOf)), kind })
  return kept
}

/**
 * Records the evidence of an act as attachments of its document, in the transaction of the act and with its person, time
 * and digest in the audit log: if the act is refused, nothing is kept. Refuses `input-invalid` for an act that takes none,
 * for two signatures, and for what is not a picture; `signature-required` for a hand-over without a signature where the
 * company wants one (`handover.signature`). What the system does in the name of an act needs none: nobody stands there.
 */
export async function attachEvidence(
  tx: Transaction,
  session: Session,
  definition: AnyDocument,
  action: string,
  { companyCode, id }: Pick<DocumentHeader, 'companyCode' | 'id'>,
  evidence: readonly Evidence[],
): Promise<void> {
  const declared = definition.actions[action]
  if (declared?.handsOver === undefined) {
    if (evidence.length === 0) return
    throw refuse('这个操作不收签名和照片', 'this action takes no signature and no pictures')
  }
  const signatures = evidence.filter(({ kind }) => kind === 'signature')
  if (signatures.length > 1) throw refuse('只能有一个签名', 'there can be one signature only')
  if (
    signatures.length === 0 &&
    isSignatureRequired(await signatureRule(tx, companyCode), declared)
  )
    throw unsigned(definition, declared.label, declared.handsOver.signer, declared.input)
  for (const file of evidence)
    if (!file.content.mediaType.startsWith('image/'))
      throw refuse(`${file.fileName} 不是图片`, `${file.fileName} is not a picture`)
  const subject = { companyCode, documentType: definition.name, documentId: id }
  for (const file of evidence)
    await addAttachment(tx, session, subject, {
      ...file,
      kind: attachmentKindOf({ kind: file.kind, action }),
    })
}

/** Which hand-overs a company refuses if nobody has signed for them. */
export const signatureRule = (queryable: Queryable, companyCode: string): Promise<SignatureRule> =>
  readParameter(queryable, 'handover.signature', { companyCode })

/** Refuses a hand-over that nobody signed for; names the act and who signs. */
function unsigned(definition: AnyDocument, act: Label, name: string, input: Fields = {}) {
  const { label: signer } = input[name] ?? fieldOf(definition.header, name)
  return refuseBy('signature-required', {
    action: act.zh,
    actionEn: act.en,
    signer: signer.zh,
    signerEn: signer.en,
  })
}

const refuse = (zh: string, en: string) =>
  refuseInput('evidence', zh, en, { zh: '签名和照片', en: 'Signature and pictures' })
