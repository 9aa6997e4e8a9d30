//! Shows the progress of the work on standard error: a bar on a terminal, otherwise one line per stage.

use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, PoisonError};

use chaffinch_submission::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::diagnostics::{Diagnostics, LogFormat};

/// Shows the stages of one piece of work.
#[derive(Debug)]
pub(crate) struct StageDisplay {
    diagnostics: Diagnostics,
    stage: Mutex<String>,
    /// The progress bar, if standard error is a terminal.
    bar: Option<ProgressBar>,
}

impl StageDisplay {
    pub(crate) fn new(diagnostics: Diagnostics) -> Self {
        let terminal =
            io::stderr().is_terminal() && diagnostics.format == LogFormat::Text && !diagnostics.quiet;
        let bar = terminal.then(|| {
            let style = ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len}")
                .expect("the template is constant and tested");
            ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style)
        });
        Self { diagnostics, stage: Mutex::new(String::new()), bar }
    }

    /// Removes the bar from the screen.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Shows the progress of a stage. `total` is 0 if it is unknown.
    pub(crate) fn show(&self, stage: &str, done: u64, total: u64) {
        let mut current = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let entered = *current != stage;
        stage.clone_into(&mut current);
        drop(current);
        match &self.bar {
            Some(bar) => {
                if entered {
                    bar.reset();
                    bar.set_message(stage.to_owned());
                }
                bar.set_length(total);
                bar.set_position(done);
            }
            None if entered => {
                self.diagnostics.say(stage, &json!({ "stage": stage, "total": total }));
            }
            None => {}
        }
    }
}

impl Drop for StageDisplay {
    fn drop(&mut self) {
        self.end();
    }
}

impl Progress for StageDisplay {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        self.show(stage, done, total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len}").unwrap();
    }
}
