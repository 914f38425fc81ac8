/** What a check found; `advice` says what to do. */
export type Finding = Readonly<{
  level: 'ok' | 'warning' | 'failure';
  subject: string;
  text: string;
  advice?: string;
}>;

/** Makes the findings of a subject. */
export function findingsOf(subject: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', subject, text }),
    warning: (text: string, advice: string): Finding => ({ level: 'warning', subject, text, advice }),
    failure: (text: string, advice: string): Finding => ({ level: 'failure', subject, text, advice }),
  };
}

/** The report: a line for each finding, its advice below it, and the counts. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, subject, text, advice }) => [
    `${level.padEnd(8)} ${subject}: ${text}`,
    ...(advice === undefined ? [] : [`${' '.repeat(9)}${advice}`]),
  ]);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  return [
    ...lines,
    '',
    `ok: ${count('ok')}, warnings: ${count('warning')}, failures: ${count('failure')}`,
  ].join('\n');
}
