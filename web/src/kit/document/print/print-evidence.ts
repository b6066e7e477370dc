import { textOf } from '@kufang/kernel/text-of.ts'
import type { AttachmentRow, DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { evidenceOf } from '@kufang/contract/document/evidence.ts'
import { fetchFile } from '../../api/files.ts'
import { momentText } from '../../fields/moment-text.ts'
import { label } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'

/** A signature drawn at a hand-over: of which act, who signed, when, and the picture. */
export interface DrawnSignature {
  title: string
  name: string
  at: string
  /** A `data:` address, because the print frame has no session. */
  image: string
}

/** The drawn signatures of a document, in the order of the acts; none where nothing changes hands. */
export async function drawnSignatures(
  definition: AnyDocument,
  header: DocumentResponse['header'],
): Promise<DrawnSignature[]> {
  if (!Object.values(definition.actions).some(({ handsOver }) => handsOver !== undefined)) return []
  const { id } = header
  const companyCode = textOf(header['companyCode'])
  const attached = await documentApi.attachments({
    companyCode,
    documentType: definition.name,
    documentId: id,
  })
  return Promise.all(
    attached.flatMap((file) => {
      const evidence = evidenceOf(file.kind)
      return evidence?.kind === 'signature'
        ? [drawn(definition, header, file, evidence.action)]
        : []
    }),
  )
}

async function drawn(
  { actions }: AnyDocument,
  header: DocumentResponse['header'],
  file: AttachmentRow,
  action: string,
): Promise<DrawnSignature> {
  const declared = actions[action]
  const signer = declared?.handsOver?.signer
  const { blob } = await fetchFile(`/api/attachments/${file.id}/content`, {
    fallbackName: file.fileName,
  })
  return {
    title: declared === undefined ? action : label(declared.label),
    name: signer === undefined ? '' : textOf(header[`${signer}Text`]) || textOf(header[signer]),
    at: momentText(file.createdAt),
    image: await dataAddress(blob),
  }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable picture')))
    reader.readAsDataURL(blob)
  })
}
