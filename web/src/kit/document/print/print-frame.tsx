import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { htmlLanguage, label, languageStore } from '../../text/language.ts'
import { fill } from '../../text/messages.ts'
import { printMessages } from './print-messages.ts'
import type { PrintSheetModel } from './print-model.ts'
import { PrintSheet } from './print-sheet.tsx'
import paperStyle from './paper.css?inline'
import style from './print-sheet.css?inline'

const frameId = 'print-frame'

/** Paper size and page numbers, which only CSS can count. */
function pageStyle(sheets: readonly PrintSheetModel[]): string {
  const orientation = sheets.some((sheet) => sheet.isLandscape) ? 'landscape' : 'portrait'
  // Browsers cannot restart page numbers per document; with several documents the total is omitted.
  const words = label(sheets.length === 1 ? printMessages.pageOf : printMessages.pageOfMany)
  const numbers = fill(words, { page: '" counter(page) "', pages: '" counter(pages) "' })
  return `@page { size: A4 ${orientation}; margin: 12mm 12mm 14mm; @bottom-right { content: "${numbers}"; font-size: 8pt; } }`
}

/** Prints documents, each starting on a new page. */
export function printSheets(sheets: readonly PrintSheetModel[]): void {
  printInFrame({
    // The file name of a resulting PDF.
    title: sheets
      .map((sheet) => sheet.docNo)
      .slice(0, 3)
      .join(' '),
    style: `${pageStyle(sheets)}\n${style}`,
    content: sheets.map((sheet) => <PrintSheet key={sheet.docNo} sheet={sheet} />),
  })
}

interface Paper {
  title: string
  style: string
  content: ReactNode
}

/**
 * Renders the content in a separate iframe, so that the shell is not printed, and opens the browser's print dialog. The
 * frame is removed after the dialog or before the next print.
 */
export function printInFrame(paper: Paper): void {
  document.getElementById(frameId)?.remove()
  const frame = document.createElement('iframe')
  frame.id = frameId
  frame.title = label(printMessages.print)
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.style.cssText =
    'position:fixed;inset-block-start:0;inset-inline-start:-400mm;inline-size:300mm;block-size:300mm;border:0'
  // Some browsers replace the initial document of an iframe on load, so render after the load event.
  frame.addEventListener('load', () => drawAndPrint(frame, paper), { once: true })
  frame.srcdoc = '<!doctype html>'
  document.body.append(frame)
}

function drawAndPrint(frame: HTMLIFrameElement, paper: Paper): void {
  const inner = frame.contentDocument
  const printer = frame.contentWindow
  if (inner === null || printer === null) throw new Error('the print frame has no document')
  inner.documentElement.lang = htmlLanguage(languageStore.get())
  inner.title = paper.title
  inner.body.className = 'paper'
  const element = inner.createElement('style')
  element.textContent = `${paper.style}\n${paperStyle}`
  inner.head.append(element)
  const root = createRoot(inner.body)
  flushSync(() => root.render(paper.content))
  printer.addEventListener('afterprint', () => {
    root.unmount()
    frame.remove()
  })
  const print = (): void => {
    printer.focus()
    printer.print()
  }
  // A picture that is not decoded yet would be missing on paper; one that cannot be is printed as its name.
  const pictures = [...inner.images].map((image) => image.decode().catch(() => undefined))
  if (pictures.length === 0) print()
  else void Promise.all(pictures).then(print)
}
