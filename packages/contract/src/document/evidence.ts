import type { ActionDeclaration } from './declare/action-declaration.ts'
import type { Label } from './declare/label.ts'
import { label } from './declare/label.ts'

// What a person shows at a hand-over, besides what is entered: a drawn signature, and pictures.

export const evidenceKinds = {
  signature: label('手写签名', 'Signature'),
  picture: label('交接照片', 'Picture'),
} as const satisfies Record<string, Label>

export type EvidenceKind = keyof typeof evidenceKinds

/** One signature, and pictures of the goods and of paper. */
export const evidenceMax = 6

/** An uploaded picture that an act is to keep. */
export interface EvidenceInput {
  uploadId: string
  kind: EvidenceKind
}

/** The act of which an attachment is the evidence. */
interface EvidenceOfAct {
  kind: EvidenceKind
  action: string
}

/** The kind of an attachment that is evidence of an act: only the act itself writes a kind with a point in it. */
export const attachmentKindOf = ({ kind, action }: EvidenceOfAct): string => `${kind}.${action}`

/** What an attachment of this kind is evidence of; null for other attachments. */
export function evidenceOf(attachmentKind: string): EvidenceOfAct | null {
  const [kind = '', action = ''] = attachmentKind.split('.')
  return Object.hasOwn(evidenceKinds, kind) && action !== ''
    ? { kind: kind as EvidenceKind, action }
    : null
}

/** Which hand-overs a company refuses without a signature (`handover.signature`). */
export const signatureRules = ['optional', 'emergency', 'required'] as const
export type SignatureRule = (typeof signatureRules)[number]

/** Whether an act is refused without a signature under a rule: none that hands nothing over. */
export const isSignatureRequired = (
  rule: SignatureRule | undefined,
  { handsOver }: Pick<ActionDeclaration<string>, 'handsOver'>,
): boolean =>
  handsOver !== undefined &&
  (rule === 'required' || (rule === 'emergency' && handsOver.beforePaper === true))
