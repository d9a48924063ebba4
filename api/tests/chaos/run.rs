//! One run: people act while servers are killed and the clock moves; then everything is drained and checked.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use heliriiul_db::Db;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    actors::{Actor, World},
    checks,
    provider::Provider,
    record::Record,
    store::{Database, Nodes},
};

const ACTORS: u64 = 10;

/// How long a server lives, in milliseconds.
const LIFE: std::ops::Range<u64> = 400..4_000;

/// Between two moves of the clock, in milliseconds.
const BETWEEN_MOVES: std::ops::Range<u64> = 300..1_200;

/// A call that was about to begin when the provider closed has begun by then. Without this pause the clock would move
/// while a server is between the commit of a charge and its call.
const PAUSE: Duration = Duration::from_millis(250);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The longest draining, in moves of the clock.
const MOVES_TO_DRAIN: usize = 200;

/// The result of a run.
pub struct Outcome {
    pub summary: String,
    /// Everything that is wrong; empty when the run holds.
    pub faults: Vec<String>,
    pub log: Vec<String>,
    /// The data folder, kept after a failure.
    pub data: Option<PathBuf>,
}

pub async fn run(seed: u64, time: Duration) -> Outcome {
    let folder = tempfile::Builder::new().prefix("heliriiul-chaos").tempdir().unwrap();
    let record = Arc::new(Record::new());
    let database = Database::create().await;
    let provider = Provider::start(folder.path(), record.clone(), seed).await;
    let (nodes, db, goods) = Nodes::start(&database, folder.path(), &provider).await;
    let _ = provider.nodes.set(nodes.clone());
    let world =
        Arc::new(World { record: record.clone(), provider: provider.clone(), nodes: nodes.clone(), goods });
    let chaos = Chaos { provider, nodes, db, record, seed };
    chaos.act(&world, time).await;
    chaos.drain().await;
    let mut faults = chaos.record.faults();
    let found = checks::run(&world, &chaos.db).await;
    faults.extend(found.faults);
    for number in 0..chaos.nodes.len() {
        chaos.nodes.kill(number).await;
    }
    chaos.db.close().await;
    let count = |what| chaos.record.counted(what);
    let summary = format!(
        "seed {seed}, {}, {} node(s): {} answers, {} transactions ({} paid), {} kills, {} moves of the clock, \
         {} faults of the provider, {} incidents",
        database.name(),
        database.nodes(),
        count("answers"),
        found.transactions,
        found.paid,
        count("kills"),
        count("moves"),
        count("faults"),
        found.incidents,
    );
    let data = (!faults.is_empty()).then(|| folder.keep());
    if data.is_none() {
        database.drop().await;
    }
    Outcome { summary, faults, log: chaos.record.lines(), data }
}

struct Chaos {
    provider: Provider,
    nodes: Arc<Nodes>,
    db: Db,
    record: Arc<Record>,
    seed: u64,
}

impl Chaos {
    async fn act(&self, world: &Arc<World>, time: Duration) {
        let (stop, end) = (CancellationToken::new(), Instant::now() + time);
        let mut actors = JoinSet::new();
        for number in 0..ACTORS {
            actors.spawn(Actor::new(world.clone(), number, self.seed).run(stop.clone()));
        }
        let killers = (0..self.nodes.len()).map(|number| self.kill_until(number, end));
        tokio::join!(futures::future::join_all(killers), self.move_until(end));
        stop.cancel();
        while let Some(ended) = actors.join_next().await {
            ended.unwrap();
        }
    }

    async fn kill_until(&self, number: usize, end: Instant) {
        let mut random = StdRng::seed_from_u64(self.seed ^ (1 << 48) ^ number as u64);
        loop {
            tokio::time::sleep(Duration::from_millis(random.random_range(LIFE))).await;
            if Instant::now() >= end {
                return;
            }
            self.nodes.kill(number).await;
            self.record.count("kills");
            tokio::time::sleep(Duration::from_millis(random.random_range(0..150))).await;
            self.nodes.start_node(number).await;
        }
    }

    async fn move_until(&self, end: Instant) {
        let mut random = StdRng::seed_from_u64(self.seed ^ (1 << 49));
        loop {
            tokio::time::sleep(Duration::from_millis(random.random_range(BETWEEN_MOVES))).await;
            if Instant::now() >= end {
                return;
            }
            let seconds = match random.random_range(0..100) {
                0..45 => 90,
                45..60 => 40 * MINUTE,
                60..75 => DAY + HOUR,
                75..85 => 15 * DAY,
                _ => 32 * DAY,
            };
            self.move_clock(seconds, PAUSE).await;
        }
    }

    /// Moves the clocks of the provider and of all servers. No call to the provider runs meanwhile: it would seem to
    /// have taken as long as the clock moves.
    async fn move_clock(&self, seconds: u64, pause: Duration) {
        self.provider.close().await;
        tokio::time::sleep(pause).await;
        let by = Duration::from_secs(seconds);
        self.record.log(format_args!("the clock moves by {seconds} s"));
        self.record.count("moves");
        let sql = "INSERT INTO counters (name, value) VALUES ('sandbox-clock', $1) \
                   ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value";
        self.db.execute(sql, (i64::try_from(by.as_millis()).unwrap(),)).await.unwrap();
        self.provider.clock.advance(by);
        self.provider.reopen();
        self.nodes.take_clocks().await;
    }

    /// Ends the faults, and lets time pass until reconciliation has nothing left to do.
    async fn drain(&self) {
        self.record.log("draining");
        self.provider.end_faults();
        self.provider.forwards.close();
        self.provider.forwards.wait().await;
        let mut moves = 0;
        // Longer than the pauses between the attempts of jobs and the checks of transactions.
        for seconds in [90, 90, HOUR + MINUTE, 7 * HOUR, 25 * HOUR, 25 * HOUR] {
            let mut step = seconds;
            while moves < MOVES_TO_DRAIN {
                self.move_clock(step, Duration::ZERO).await;
                moves += 1;
                step = 40;
                if !self.has_due_work().await {
                    break;
                }
            }
        }
        if moves >= MOVES_TO_DRAIN {
            self.record.fault("the store has due work without end".to_owned());
        }
    }

    async fn has_due_work(&self) -> bool {
        let now = self.provider.clock.now();
        self.db
            .scalar(
                "SELECT EXISTS (SELECT 1 FROM transactions WHERE next_check_at <= $1) \
                 OR EXISTS (SELECT 1 FROM subscription_payments WHERE status = 'charging' \
                 AND purpose = 'renewal') \
                 OR EXISTS (SELECT 1 FROM jobs WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= $1 \
                 AND kind IN ('renew-subscription', 'send-email', 'subscription-reminder'))",
                (now,),
            )
            .await
            .unwrap()
    }
}
