import { useCallback, useRef, useState } from 'react'
import type { EvidenceInput } from '@kufang/contract/document/evidence.ts'
import { uploadInParts } from '../../api/upload-file.ts'
import { useTab } from '../../tab/tab-context.ts'

/** The signature and pictures taken in a dialog, before the act that keeps them. */
export interface EvidenceTaking {
  signature: File | null
  pictures: readonly File[]
  isEmpty: boolean
  sign: (signature: File | null) => void
  addPictures: (pictures: readonly File[]) => void
  removePicture: (picture: File) => void
  /** Uploads what is taken, each file once, and returns it for the request of the act; nothing if nothing was taken. */
  upload: () => Promise<{ evidence?: EvidenceInput[] }>
  clear: () => void
}

/** Takes signature and pictures; uploading continues while the tab is hidden and ends with it. */
export function useEvidence(): EvidenceTaking {
  const tab = useTab()
  const [signature, setSignature] = useState<File | null>(null)
  const [pictures, setPictures] = useState<readonly File[]>([])
  /** A refused act is corrected and sent again with the same uploads. */
  const uploaded = useRef(new WeakMap<File, string>())
  const idOf = async (file: File): Promise<string> => {
    const known = uploaded.current.get(file)
    if (known !== undefined) return known
    const uploadId = await uploadInParts(file, { signal: tab.signal, onProgress: () => undefined })
    uploaded.current.set(file, uploadId)
    return uploadId
  }
  return {
    signature,
    pictures,
    isEmpty: signature === null && pictures.length === 0,
    sign: setSignature,
    addPictures: useCallback(
      (added: readonly File[]) => setPictures((known) => [...known, ...added]),
      [],
    ),
    removePicture: useCallback(
      (picture: File) => setPictures((known) => known.filter((one) => one !== picture)),
      [],
    ),
    clear: useCallback(() => {
      setSignature(null)
      setPictures([])
    }, []),
    upload: async () => {
      const evidence: EvidenceInput[] = []
      if (signature !== null) evidence.push({ uploadId: await idOf(signature), kind: 'signature' })
      for (const picture of pictures)
        evidence.push({ uploadId: await idOf(picture), kind: 'picture' })
      return evidence.length === 0 ? {} : { evidence }
    },
  }
}
