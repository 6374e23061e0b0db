// Package report is what every benchmark suite hands back and what readers see
// of it: figures, the machine they were taken on, and the tables and plots made
// of them.
//
//  1. A suite records its figures in a [Recorder], which prints each as it comes.
//  2. A [Report] is one suite at one scale, in one JSON file. Running it again
//     replaces that file; nothing else is kept.
//  3. [Render] makes Markdown and SVG of such files and of nothing else, so that
//     what is published can always be made again from the raw figures.
//  4. A figure that could not be taken has a note that says why, never a value.
//  5. The figure of a peer stands under the same name as Lukasa's own.
//
// Only benchmarks import it.
package report
