//! The report of an import: the result of each record.

use std::fmt;

/// The result of importing a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Made,
    /// The fields that changed.
    Changed(Vec<String>),
    Unchanged,
    /// All errors. Nothing of the record was written.
    Refused(Vec<String>),
}

/// The report on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Identifies the record: a slug, a folder or the number of a line.
    pub record: String,
    pub outcome: Outcome,
    /// Warnings about imported values, and values that were left out.
    pub warnings: Vec<String>,
}

/// The report on all records, in their order.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub lines: Vec<Line>,
}

impl Report {
    pub fn refused(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Refused(_)))
    }

    fn count(&self, is: impl Fn(&Outcome) -> bool) -> usize {
        self.lines.iter().filter(|line| is(&line.outcome)).count()
    }

    /// `3 made, 1 changed, 20 unchanged, 0 refused`.
    pub fn summary(&self) -> String {
        format!(
            "{} made, {} changed, {} unchanged, {} refused",
            self.count(|outcome| *outcome == Outcome::Made),
            self.count(|outcome| matches!(outcome, Outcome::Changed(_))),
            self.count(|outcome| *outcome == Outcome::Unchanged),
            self.refused(),
        )
    }
}

/// A row of the table that the command line prints.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, mut notes) = match &self.outcome {
            Outcome::Made => ("made", Vec::new()),
            Outcome::Changed(fields) => ("changed", vec![fields.join(", ")]),
            Outcome::Unchanged => ("unchanged", Vec::new()),
            Outcome::Refused(reasons) => ("refused", reasons.clone()),
        };
        notes.extend(self.warnings.iter().map(|warning| format!("note: {warning}")));
        // Texts come from files. Control characters in them could rewrite the terminal.
        let clean = |text: &str| -> String {
            text.chars().map(|letter| if letter.is_control() { '�' } else { letter }).collect()
        };
        write!(f, "{word:<10} {:<36}", clean(&self.record))?;
        for (at, note) in notes.iter().enumerate() {
            let gap = if at == 0 { " ".to_owned() } else { format!("\n{:48}", "") };
            write!(f, "{gap}{}", clean(note))?;
        }
        Ok(())
    }
}
