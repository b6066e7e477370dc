import { addAll } from '@kufang/kernel/add-all.ts'
import ts from 'typescript'
import type { SourceFile } from './structure-rules.ts'

/*
 * Chinese texts use Chinese punctuation (GB/T 15834): ，。：；？！（）“”. A mark is wrong beside a Chinese character,
 * between two placeholders of a Chinese text, or beside one placeholder of a text declared as the Chinese part of a
 * label; `12:30`, `https://` and an English name in a Chinese sentence keep their own marks.
 */

const han = /[\u3400-\u9fff]/
/** Texts given by the specification, used unchanged. */
const givenTexts = ['当前用户没有权限!']
/** Characters that count as Chinese beside a mark: Chinese characters, full-width marks. */
const chinese = /[\u3400-\u9fff，。：；？！（）“”、…《》「」]/
const fullWidth: Readonly<Record<string, string>> = {
  ',': '，',
  ':': '：',
  ';': '；',
  '?': '？',
  '!': '！',
  '(': '（',
  ')': '）',
  // Quotation marks of other regions.
  '「': '“',
  '」': '”',
}
/** Replaces an expression of a template, so that its content is not read as text. */
const hole = '\u0001'

export interface TextPiece {
  /** Offset in the file. */
  start: number
  text: string
  /** Declared as the Chinese part of a label, whatever its characters. */
  isDeclaredChinese?: boolean
}

export interface PunctuationProblem {
  path: string
  line: number
  mark: string
  text: string
  /** Offset in the file, and the replacement. */
  start: number
  end: number
  replacement: string
}

/**
 * Whether the texts of a file are shown to users. Excluded are tests, which also contain foreign data; the migrations
 * up to 0740, which had run before this rule, and 0775, which quotes their texts to correct them; and all documentation
 * except the Chinese file.
 */
export function isChecked(path: string): boolean {
  if (/\.test\.tsx?$|^(e2e|bench)\/|\/testing\//.test(path)) return false
  const migration = /^server\/migrations\/(\d{4})_/.exec(path)
  if (migration !== null) return Number(migration[1]) > 775
  return path === 'README.zh-CN.md' || /\.(tsx?|html)$/.test(path)
}

/** The Chinese texts of a file that users may read. */
export function chinesePieces(file: SourceFile): TextPiece[] {
  const pieces = textPieces(file)
  return pieces
    .filter(({ text, isDeclaredChinese }) => isDeclaredChinese || han.test(text))
    .filter(({ text }) => !givenTexts.includes(text))
}

/** String literals, templates and JSX texts, or prose. */
function textPieces({ path, text }: SourceFile): TextPiece[] {
  if (/\.tsx?$/.test(path)) return codePieces(path, text)
  if (path.endsWith('.sql')) return quotedPieces(text)
  return prosePieces(text)
}

/** All half-width marks in the Chinese texts of a file. */
export function punctuationProblems(file: SourceFile): PunctuationProblem[] {
  return chinesePieces(file).flatMap(({ start, text, isDeclaredChinese = false }) =>
    wrongMarks(text, isDeclaredChinese).map(({ at, length, replacement }) => ({
      path: file.path,
      line: file.text.slice(0, start + at).split('\n').length,
      mark: text.slice(at, at + length),
      text: text.replaceAll(/\s+/g, ' ').replaceAll(hole, '…').trim(),
      start: start + at,
      end: start + at + length,
      replacement,
    })),
  )
}

/** Positions of the half-width marks of one Chinese text, with their replacement. */
function wrongMarks(
  text: string,
  isDeclaredChinese: boolean,
): { at: number; length: number; replacement: string }[] {
  const neighbour = (at: number, step: 1 | -1) => {
    const found = neighbourOf(text, at, step)
    return found === 'placeholder' && isDeclaredChinese ? 'chinese' : found
  }
  const wrong = new Set<number>()
  const open: number[] = []
  for (const [at, mark] of text.split('').entries()) {
    const [before, after] = [neighbour(at, -1), neighbour(at, 1)]
    if (mark === '(') open.push(at)
    if (mark === ')') {
      const opened = open.pop() ?? at
      const beside = [before, after, neighbour(opened, -1), neighbour(opened, 1)]
      if (beside.includes('chinese')) wrong.add(at).add(opened)
    } else if (mark === '「' || mark === '」') {
      wrong.add(at)
    } else if (mark !== '(' && mark in fullWidth) {
      if (before === 'chinese' || after === 'chinese') wrong.add(at)
      if (before === 'placeholder' && after === 'placeholder') wrong.add(at)
    } else if (
      mark === '.' &&
      chinese.test(text[at - 1] ?? '') &&
      !/[\w.*]/.test(text[at + 1] ?? '')
    ) {
      wrong.add(at)
    }
  }
  return [...wrong, ...open.filter((at) => neighbour(at, 1) === 'chinese')]
    .toSorted((a, b) => a - b)
    .map((at) => {
      const [before] = / *$/.exec(text.slice(0, at)) ?? ['']
      const [after] = /^ *(?![ |])/.exec(text.slice(at + 1)) ?? ['']
      return {
        at: at - before.length,
        length: before.length + 1 + after.length,
        replacement: fullWidth[text[at]!] ?? '。',
      }
    })
}

/** The character beside a mark, ignoring spaces and emphasis. */
function neighbourOf(text: string, at: number, step: 1 | -1): 'chinese' | 'placeholder' | 'other' {
  let index = at + step
  while (/[ *]/.test(text[index] ?? '')) index += step
  const character = text[index] ?? ''
  if (chinese.test(character)) return 'chinese'
  const isPlaceholder = character === hole || character === (step === 1 ? '{' : '}')
  return isPlaceholder ? 'placeholder' : 'other'
}

function codePieces(path: string, text: string): TextPiece[] {
  // Most files have no Chinese text, and parsing is expensive.
  if (!han.test(text) && !/\bzh:/.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const pieces: TextPiece[] = []
  const declared = ({ parent }: ts.Node) => ({
    isDeclaredChinese: ts.isPropertyAssignment(parent) && parent.name.getText(source) === 'zh',
  })
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const start = node.getStart(source) + 1
      addAll(
        pieces,
        withoutCode({ start, text: text.slice(start, node.getEnd() - 1), ...declared(node) }),
      )
    } else if (ts.isTemplateExpression(node)) {
      addAll(pieces, withoutCode({ ...templatePiece(node, source, text), ...declared(node) }))
    } else if (ts.isJsxText(node)) {
      pieces.push({ start: node.pos, text: text.slice(node.pos, node.end) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return pieces
}

function templatePiece(
  node: ts.TemplateExpression,
  source: ts.SourceFile,
  text: string,
): TextPiece {
  const start = node.getStart(source) + 1
  let shown = text.slice(start, node.getEnd() - 1)
  for (const { expression, literal } of node.templateSpans) {
    const from = expression.pos - 2 - start
    const to = literal.getStart(source) + 1 - start
    shown = shown.slice(0, from) + hole.repeat(to - from) + shown.slice(to)
  }
  return { start, text: shown }
}

/** A text of several lines is SQL or code: only the texts quoted in it are checked. */
function withoutCode(piece: TextPiece): TextPiece[] {
  if (!piece.text.includes('\n')) return [piece]
  return quotedPieces(piece.text).map(({ start, text }) => ({ start: piece.start + start, text }))
}

/** SQL literals; comments are for developers. */
function quotedPieces(text: string): TextPiece[] {
  return [...text.matchAll(/--.*$|'((?:[^']|'')*)'/gm)]
    .filter((match) => match[1] !== undefined)
    .map((match) => ({ start: match.index + 1, text: match[1]! }))
}

/** Prose without code and link targets. */
function prosePieces(text: string): TextPiece[] {
  const masked = text
    .replaceAll(/```[^]*?```|<!--[^]*?-->/g, (code) => code.replaceAll(/[^\n]/g, 'x'))
    .replaceAll(/`[^`\n]*`/g, (code) => hole.repeat(code.length))
    .replaceAll(/\]\([^)\n]*\)/g, (target) => 'x'.repeat(target.length))
  const pieces: TextPiece[] = []
  let start = 0
  for (const line of masked.split('\n')) {
    pieces.push({ start, text: line })
    start += line.length + 1
  }
  return pieces
}
