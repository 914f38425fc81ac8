import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import { disassemble, findMetadata, type Instruction } from '@/lib/evm/opcodes';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

const PAGE = 500;
/** More code than any chain allows is not taken apart. */
const MAX_BYTES = 256 * 1024;

type Props = {
  hex: string;
  isCreation: boolean;
  /** Whether there are both deployed and creation bytecode to choose from. */
  choices: boolean;
  path: string;
  page: string | string[] | undefined;
};

/** A page of the instructions of bytecode. */
export function Instructions({ hex, isCreation, choices, path, page }: Props) {
  const code = Buffer.from(hex.slice(2, 2 + MAX_BYTES * 2), 'hex');
  const end = isCreation ? code.length : findMetadata(code);
  const all = [...disassemble(code.subarray(0, end))];
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  const requested = typeof page === 'string' && /^\d{1,6}$/.test(page) ? Number(page) : 1;
  const current = Math.min(Math.max(requested, 1), pages);
  const of = isCreation ? 'creation' : undefined;
  const link = (to: number) => `${withQuery(path, { of, page: to === 1 ? undefined : to })}#instructions`;
  return (
    <Panel
      title={t('Instructions')}
      id="instructions"
      aside={
        choices && (
          <span className="flex gap-3">
            <a
              href={`${path}#instructions`}
              aria-current={isCreation ? undefined : 'true'}
              className="aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {t('Deployed')}
            </a>
            <a
              href={`${path}?of=creation#instructions`}
              aria-current={isCreation ? 'true' : undefined}
              className="aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {t('Creation')}
            </a>
          </span>
        )
      }
    >
      <ScrollArea label={t('Instructions by offset')} className="max-h-[44rem] bg-sunken">
        <pre className="mono text-xs">
          <code className="code">{all.slice((current - 1) * PAGE, current * PAGE).map(drawInstruction)}</code>
        </pre>
      </ScrollArea>
      <div className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm">
        {current > 1 && <a href={link(current - 1)}>{t('Previous')}</a>}
        <span className="text-soft">
          {t('Page {current} of {pages}, {count, plural, one {# instruction} other {# instructions}}', {
            current: groupDigits(current),
            pages: groupDigits(pages),
            count: all.length,
          })}
        </span>
        {current < pages && <a href={link(current + 1)}>{t('Next')}</a>}
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-soft">
        {end < code.length &&
          `${t('The last {count} bytes are the compiler’s metadata, not instructions.', { count: groupDigits(code.length - end) })} `}
        {t('Data in the bytecode is disassembled too: it cannot be told apart from code.')}
        {hex.length > MAX_BYTES * 2 + 2 &&
          ` ${t('Only the first {limit} bytes are disassembled.', { limit: groupDigits(MAX_BYTES) })}`}
      </p>
    </Panel>
  );
}

function drawInstruction({ offset, name, data, operands }: Instruction) {
  const at = offset.toString(16).padStart(4, '0');
  return (
    <span key={offset} id={at}>
      <a href={`#${at}`} tabIndex={-1}>
        {at}
      </a>
      <i className="k">{name}</i>
      {data !== undefined && ` 0x${data.toString('hex')}`}
      {operands !== undefined && ` ${operands.join(' ')}`}
    </span>
  );
}
