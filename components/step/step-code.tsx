import { AddressLabel } from '@/components/chain/address';
import { HighlightedParts } from '@/components/contract/highlighted-parts';
import { ApiMessage } from '@/components/ui/api-message';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Step, StepPage } from '@/lib/endpoints/step';
import { highlightLines } from '@/lib/format/highlight';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { stepHref } from './step-bar';
import { StopMark, type Stops } from './stops';

const MAX_PATH = 120;

/** The instructions around a step: each is a link to its step. */
export function Opcodes({ page: { steps, step }, path }: { page: StepPage; path: string }) {
  return (
    <Panel title={t('Instructions')} id="instructions" aside={t('program counter, gas left, cost')}>
      <ScrollArea label={t('Instructions by step')} className="bg-sunken">
        <pre className="mono text-xs">
          <code className="code">
            {steps.map((one, at) => (
              <span key={one.index} className={one.index === step ? 'is-line' : undefined}>
                <a
                  href={stepHref(path, one.index)}
                  rel="nofollow"
                  aria-current={one.index === step ? 'step' : undefined}
                >
                  {one.index}
                </a>
                {'  '.repeat(Math.min(one.depth, 8))}
                <i className="k">{displayText(one.opcode, 20)}</i>
                {pushed(one, steps[at + 1])}
                <i className="c">
                  {` ${one.pc.toString(16).padStart(4, '0')} ${one.gas === null ? '–' : groupDigits(one.gas)} ${one.cost === null ? '–' : `−${groupDigits(one.cost)}`}`}
                </i>
              </span>
            ))}
          </code>
        </pre>
      </ScrollArea>
    </Panel>
  );
}

/** What an instruction has pushed is on top of the stack that the next one finds. */
function pushed({ opcode, call, storage_write: write }: Step, next: Step | undefined): string {
  if (write !== null) return ` [${write.slot}] = ${write.value}`;
  const [top] = next?.stack ?? [];
  return opcode.startsWith('PUSH') && next?.call === call && top !== undefined ? ` ${top}` : '';
}

type Source = NonNullable<StepPage['source']>;

type SourceProps = {
  source: Source;
  step: number;
  path: string;
  stops: Stops;
};

/** The lines of source around a step: a number leads to the next step on that line, the mark beside it is a breakpoint. */
export function StepSource({ source, step, path, stops }: SourceProps) {
  const { address, excerpt, line, path: file } = source;
  const language = file.endsWith('.sol') ? 'solidity' : null;
  const shown = { from: 1, to: excerpt.lines.length };
  return (
    <Panel
      title={t('Source')}
      id="source"
      aside={
        <span className="mono wrap-any">
          {source.function !== null && `${displayText(source.function, 120)} `}
          {displayText(file, MAX_PATH)}:{line}
        </span>
      }
    >
      <ScrollArea label={t('Source code')} className="bg-sunken">
        <pre className="mono text-xs">
          <code className="code">
            {highlightLines(excerpt.lines.join('\n'), language, shown).map(({ parts }, index) => {
              const number = excerpt.first_line + index;
              return (
                <span key={number} className={number === line ? 'is-line' : undefined}>
                  <a
                    href={withQuery(path, { step, line: number, file })}
                    rel="nofollow"
                    aria-label={t('Run to line {line}', { line: number })}
                    aria-current={number === line ? 'location' : undefined}
                  >
                    {number}
                  </a>
                  <StopMark stops={stops} stop={`${file}:${number}`} line={number} />
                  <HighlightedParts parts={parts} />
                </span>
              );
            })}
          </code>
        </pre>
      </ScrollArea>
      <Arguments of={source} />
      <p className="flex flex-wrap gap-x-3 border-t border-line px-4 py-2 text-sm text-soft">
        <AddressLabel address={address} />
        {!source.is_exact && t('The compiler generated this instruction: this is the last line before it.')}
      </p>
    </Panel>
  );
}

/** The arguments of the function that a step is in, or why they are not known. */
function Arguments({ of: { arguments: given, arguments_meta: why } }: { of: Source }) {
  if (given === null && why !== null)
    return (
      <p className="border-t border-line px-4 py-2 text-sm text-soft">
        <ApiMessage of={why} />
      </p>
    );
  if (given === null || given.length === 0) return null;
  return (
    <p className="mono wrap-any whitespace-pre-line border-t border-line px-4 py-2 text-xs">
      <span className="text-soft">{t('Arguments')}</span>
      {given
        .map(
          ({ name, type, value }) =>
            `\n${displayText(type, 100)} ${displayText(name, 100)} = ${displayText(value, 501)}`,
        )
        .join('')}
    </p>
  );
}
