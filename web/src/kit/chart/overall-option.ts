import type { EChartsOption } from 'echarts'

/** Theme colours of all charts. */
export interface ChartColours {
  fontFamily: string
  text: string
  strong: string
  line: string
  faint: string
  raised: string
}

const listOf = <Part>(part: Part | Part[] | undefined): Part[] =>
  part === undefined ? [] : Array.isArray(part) ? part : [part]

/** Adds the style of the theme to an option: axes, legend, tooltip; no animation. */
export function overallOption(option: EChartsOption, colours: ChartColours): EChartsOption {
  const axis = {
    axisLabel: { color: colours.text },
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: colours.faint } },
  }
  const withLook = (own: object) => ({
    ...axis,
    ...own,
    axisLabel: { ...axis.axisLabel, ...('axisLabel' in own ? (own.axisLabel as object) : {}) },
  })
  return {
    animation: false,
    textStyle: { fontFamily: colours.fontFamily, color: colours.text },
    ...option,
    tooltip: {
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.strong, fontSize: 12 },
      ...option.tooltip,
    },
    ...(option.legend !== undefined && {
      legend: { textStyle: { color: colours.text }, ...option.legend },
    }),
    xAxis: listOf(option.xAxis).map(withLook),
    yAxis: listOf(option.yAxis).map(withLook),
  } as EChartsOption
}
